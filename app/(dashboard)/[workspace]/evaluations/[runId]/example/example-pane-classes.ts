/** Beside the list; over it on a phone. */
export const EXAMPLE_PANE_CLASSES =
  "flex w-[490px] flex-none flex-col border-l border-line max-xl:w-[400px] max-md:absolute max-md:inset-0 max-md:z-20 max-md:w-full max-md:bg-bg";
