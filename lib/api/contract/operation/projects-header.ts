/**
 * The header in which the dashboard limits a request to projects, for a user who has no sufficient role in others. It
 * takes rights away and gives none, so the service honors it from every sender.
 */
export const PROJECTS_HEADER = "x-heddle-projects";

/** The longest value in bytes: servers accept 16 KiB for all headers of a request together. */
const MAX_HEADER_BYTES = 8 * 1024;

/** Returns the value for these projects; undefined when they are too many for a header. */
export function writeProjectsHeader(projects: Iterable<string>): string | undefined {
  const value = [...projects].map(encodeURIComponent).join(",");
  return value.length <= MAX_HEADER_BYTES ? value : undefined;
}

/** Returns the projects of a value. Text that cannot be decoded names no project. */
export function readProjectsHeader(value: string): readonly string[] {
  return value.split(",").flatMap((name) => {
    try {
      return name === "" ? [] : [decodeURIComponent(name.trim())];
    } catch {
      return [];
    }
  });
}
