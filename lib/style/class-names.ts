import { type ClassValue, clsx } from "clsx";
import { mergeClasses } from "./merge-classes";

/** Joins class names; of two that set the same property the later one counts. */
export function classNames(...values: ClassValue[]): string {
  return mergeClasses(clsx(values));
}
