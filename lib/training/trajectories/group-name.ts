/** The name of a group, and a few characters that distinguish it from others. */
export interface GroupName {
  readonly name: string;
  /** Shown after the name, paler; may be empty. */
  readonly detail: string;
}

/** Matches labels that are words instead of a member and its value. */
const WORDS = /^(without |by hand$|all$)/;

/** The value of a label: `case-0001` of `task_id case-0001`. */
function labelValue(label: string): string {
  const space = label.indexOf(" ");
  return space < 0 || WORDS.test(label) ? label : label.slice(space + 1);
}

/**
 * Returns the display name of a group. If the value has digits, it is an id, and the first message is the name. Any
 * other value, such as an intent, is the name itself.
 */
export function groupName({
  label,
  title,
}: {
  readonly label?: string | null | undefined;
  readonly title?: string | null | undefined;
}): GroupName {
  const value = label ? labelValue(label) : "";
  if (!title) return { name: label ?? "", detail: "" };
  if (value === "") return { name: title, detail: "" };
  return /\d/.test(value) || WORDS.test(value) ? { name: title, detail: value } : { name: value, detail: title };
}
