/** What an object is called: an op and an object of one project may share an id. */
export interface ObjectKey {
  readonly kind: "op" | "object";
  readonly id: string;
}

/** A key as one text: `op/quote`, `refund-policy`. Ids hold no slash. */
export function objectKeyText({ kind, id }: ObjectKey): string {
  return kind === "op" ? `op/${id}` : id;
}

/** The key that a text names, or null. */
export function parseObjectKey(text: string): ObjectKey | null {
  const [first = "", second, ...rest] = text.split("/");
  if (rest.length > 0 || first === "") return null;
  if (second === undefined) return { kind: "object", id: first };
  return first === "op" && second !== "" ? { kind: "op", id: second } : null;
}

/** Where an object, or one version of it, is looked at. */
export function objectHref(slug: string, key: ObjectKey, version: string | null = null): string {
  const search = new URLSearchParams({ object: objectKeyText(key) });
  if (version !== null) search.set("version", version);
  return `/${slug}/objects?${search}`;
}
