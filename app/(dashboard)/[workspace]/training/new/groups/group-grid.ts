/** Columns shared by the header and the lines of the group list. */
export const GROUP_GRID =
  "grid items-center gap-x-3 px-4 max-md:px-3 text-small grid-cols-[52px_minmax(0,1fr)_104px_48px_48px_64px_minmax(0,1fr)_68px] max-md:grid-cols-[44px_minmax(0,1fr)_64px_36px_36px_66px]";
