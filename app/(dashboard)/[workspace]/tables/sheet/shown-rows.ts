import { ReadableStore } from "@/lib/store/readable-store";

/** Positions of the first and the last row on the screen, among the loaded rows. */
interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The rows of a sheet that are on the screen. While it scrolls, only what names them renders. */
export class ShownRows extends ReadableStore<RowRange> {
  constructor() {
    super({ first: 0, last: 0 });
  }

  readonly show = (first: number, last: number): void => this.setState({ first, last });
}
