import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { FileSink } from "@/lib/export/file-sink";
import { isMembers } from "@/lib/json/value/members";
import type { ColumnType, TypedMember } from "./column-type";
import { JSON_ELEMENTS } from "./json-elements";
import { jsonElements, parquetSchema } from "./parquet-schema";
import { StoredValues } from "./stored-values";

/** A group of rows is in memory until it is written, and whoever reads a row reads its group. */
const GROUP_ROWS = 20_000;
const GROUP_LENGTH = 32_000_000;

/** The column of values that are not all objects. */
const VALUE_COLUMN = "value";

/** Writes rows as a Parquet file, compressed with Snappy, of which one group of rows is in memory. */
export class ParquetFile {
  readonly #sink: FileSink;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #columns: readonly TypedMember[];
  readonly #hasMembers: boolean;
  #data: unknown[][];
  #stored = new StoredValues();
  #rowCount = 0;

  /** @param type of all rows: the members of an object are columns; any other value has one, `value` */
  constructor(sink: FileSink, type: ColumnType) {
    this.#sink = sink;
    this.#hasMembers = type.kind === "object";
    this.#columns = type.kind === "object" ? type.members : [{ name: VALUE_COLUMN, type }];
    this.#data = this.#columns.map(() => []);
    const schema = parquetSchema(this.#columns);
    const kvMetadata = [{ key: JSON_ELEMENTS, value: JSON.stringify(jsonElements(this.#columns)) }];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, kvMetadata, createdBy: "heddle" });
  }

  async add(values: readonly unknown[]): Promise<void> {
    for (const value of values) {
      this.#addRow(value);
      if (this.#rowCount >= GROUP_ROWS || this.#stored.length >= GROUP_LENGTH) await this.#writeGroup();
    }
  }

  /** Writes what is left and the end of the file, which lists its groups. The sink stays open. */
  async end(): Promise<void> {
    if (this.#rowCount > 0) await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
  }

  #addRow(value: unknown): void {
    for (const [at, { name, type }] of this.#columns.entries()) {
      const own = this.#hasMembers ? (isMembers(value) && Object.hasOwn(value, name) ? value[name] : null) : value;
      this.#data[at]?.push(this.#stored.of(own, type));
    }
    this.#rowCount += 1;
  }

  async #writeGroup(): Promise<void> {
    const columnData = this.#columns.map(({ name }, at) => ({ name, data: this.#data[at] ?? [] }));
    await this.#writer.write({ columnData, rowGroupSize: this.#rowCount });
    this.#data = this.#columns.map(() => []);
    this.#stored = new StoredValues();
    this.#rowCount = 0;
    await this.#flush();
  }

  /** Positions in the file count on; the buffer begins again. */
  async #flush(): Promise<void> {
    const piece = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    if (piece.length > 0) await this.#sink.write(piece);
  }
}
