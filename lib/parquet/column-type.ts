/** The type of a column of a file, or of the members and items within it. */
export type ColumnType =
  | { readonly kind: "boolean" | "integer" | "double" | "text" | "json" }
  | { readonly kind: "list"; readonly items: ColumnType }
  | { readonly kind: "object"; readonly members: readonly TypedMember[] };

/** A member of an object, which may be missing: files of columns do not tell that from null. */
export interface TypedMember {
  readonly name: string;
  readonly type: ColumnType;
}
