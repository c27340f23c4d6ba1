/** Reads a stored draft; missing members and those of another kind get their defaults. */
export function readKeptDraft<Draft extends object>(text: string | null, usual: Draft): Draft {
  if (text === null) return usual;
  try {
    const stored = JSON.parse(text) as Partial<Draft> | null;
    if (typeof stored !== "object" || stored === null) return usual;
    const known = Object.entries(usual).map(([name, standard]) => {
      const value = stored[name as keyof Draft];
      const isSame =
        typeof value === typeof standard && Array.isArray(value) === Array.isArray(standard) && value !== null;
      return [name, isSame ? value : standard];
    });
    return Object.fromEntries(known) as Draft;
  } catch {
    return usual;
  }
}
