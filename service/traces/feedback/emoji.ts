import { createRequire } from "node:module";

interface EmojiName {
  readonly slug: string;
}

/** Indexed by emoji. Packages are not bundled, and Node imports JSON only with a warning. */
const names: Readonly<Record<string, EmojiName | undefined>> = createRequire(import.meta.url)("unicode-emoji-json");

/** Sequences can be matched with this flag only. Node supports it; the compiler's target does not. */
const UNICODE_SETS_FLAG: string = "v";
/** Matches what Unicode counts as one emoji, including sequences. Some keyboards omit the last selector. */
const oneEmoji = new RegExp("^\\p{RGI_Emoji}$", UNICODE_SETS_FLAG);
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/gu;
const toneNames: Readonly<Record<string, string>> = {
  "\u{1f3fb}": "light_skin_tone",
  "\u{1f3fc}": "medium_light_skin_tone",
  "\u{1f3fd}": "medium_skin_tone",
  "\u{1f3fe}": "medium_dark_skin_tone",
  "\u{1f3ff}": "dark_skin_tone",
};
const VARIATION_SELECTOR = "\u{fe0f}";

/** True when a text is exactly one emoji and nothing else. */
export function isOneEmoji(text: string): boolean {
  return oneEmoji.test(text) || oneEmoji.test(text + VARIATION_SELECTOR);
}

/** Returns an emoji without its skin tones. */
export function withoutTone(emoji: string): string {
  return emoji.replaceAll(SKIN_TONE, "");
}

/** `:thumbs_up_medium_skin_tone:`; an emoji newer than the list is its own name. */
export function emojiAlias(emoji: string): string {
  const plain = withoutTone(emoji);
  const slug = [plain, plain + VARIATION_SELECTOR, plain.replaceAll(VARIATION_SELECTOR, "")]
    .map((form) => lookUp(form))
    .find(Boolean);
  if (slug === undefined) return emoji;
  const tones = [...new Set(emoji.match(SKIN_TONE) ?? [])].map((tone) => toneNames[tone]);
  return `:${[slug, ...tones].join("_")}:`;
}

function lookUp(emoji: string): string | undefined {
  return Object.hasOwn(names, emoji) ? names[emoji]?.slug : undefined;
}
