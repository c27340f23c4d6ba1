/** A version of a prompt that the address names: `support:DIGEST`. */
export interface PresetPrompt {
  readonly objectId: string;
  readonly digest: string;
}

/** Returns the versions in the address; texts of another form are ignored. */
export function presetPrompts(texts: readonly string[]): readonly PresetPrompt[] {
  return texts.flatMap((text) => {
    const [objectId = "", digest = "", ...rest] = text.split(":");
    return objectId === "" || digest === "" || rest.length > 0 ? [] : [{ objectId, digest }];
  });
}
