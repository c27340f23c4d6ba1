import { createRequire } from "node:module";

const requirePackage = createRequire(import.meta.url);

/**
 * Returns a function that loads a package at its first call. A package of many files takes longer to read than a start
 * of the service may take, so those that a start does not need are loaded by what needs them.
 *
 * @param name of the package, or of one of its modules, with a CommonJS build
 */
export function packageOnUse<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    // The caller names the type of the package.
    loaded ??= requirePackage(name) as Package;
    return loaded;
  };
}
