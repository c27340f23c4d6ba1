"use client";

import { errorMessage } from "@/lib/guard/error-message";
import { useToast } from "./toast";

type CopyableText = string | Promise<string> | (() => string | Promise<string>);

/**
 * Returns a function that puts a text on the clipboard and shows a toast.
 *
 * @returns takes the text, or a function that builds a large one on demand, and the sentence to show when it is copied.
 */
export function useCopyText(): (text: CopyableText, copiedMessage: string) => void {
  const toast = useToast();
  return (text, copiedMessage) => {
    void copyProblem(text).then((problem) => (problem === null ? toast(copiedMessage) : toast(problem, "warning")));
  };
}

async function copyProblem(text: CopyableText): Promise<string | null> {
  let built: string;
  try {
    built = await (typeof text === "function" ? text() : text);
  } catch (error) {
    return errorMessage(error);
  }
  try {
    await navigator.clipboard.writeText(built);
    return null;
  } catch {
    // The page has no clipboard, or no permission; the browser's own message would not help the user.
    return "The browser did not allow copying";
  }
}
