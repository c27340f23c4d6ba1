declare module "siphash" {
  const siphash: {
    /** @returns the upper and the lower half of the hash */
    hash(
      key: readonly [number, number, number, number],
      bytes: string | Uint8Array,
    ): { readonly h: number; readonly l: number };
  };
  export default siphash;
}
