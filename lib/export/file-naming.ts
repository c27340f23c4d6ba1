type Naming = (usual: string) => Promise<string>;

const UNCHANGED: Naming = (usual) => Promise.resolve(usual);

let naming = UNCHANGED;

/**
 * Sets how files with data of the open project are named, until what it returns is called. The page does so while the
 * project lacks something.
 */
export function nameFilesWith(changed: Naming): () => void {
  naming = changed;
  return () => {
    if (naming === changed) naming = UNCHANGED;
  };
}

/** Returns the name of a file with data of the open project, which says so when the project lacks some. */
export function fileNameOf(usual: string): Promise<string> {
  return naming(usual);
}
