/** Returns the name of a file that lacks rows: readers of its format would not expect a note inside. */
export function incompleteName(name: string): string {
  return name.replace(/(?<!-incomplete)(?=\.\w+$)/, "-incomplete");
}
