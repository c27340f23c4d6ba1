import { codeLoader } from "@/components/ui/code-loader";

/** The code that draws dialogs, which loads with the first dialog. */
export const dialogCode = codeLoader(async () => (await import("./dialog-layer")).DialogLayer);
