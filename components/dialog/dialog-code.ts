import { codeLoader } from "@/components/ui/code-loader";

/** The code that draws dialogs, which loads with the first of them. */
export const dialogCode = codeLoader(async () => (await import("./dialog-layer")).DialogLayer);
