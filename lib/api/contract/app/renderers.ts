import { z } from "zod";

/** The characters of a renderer's HTML: enough for one with a small library in it. */
export const MAX_RENDERER_LENGTH = 512 * 1024;

/** The characters of a renderer's name, and of the condition's key and value. */
export const MAX_RENDERER_TEXT_LENGTH = 60;

const text = z
  .string()
  .trim()
  .max(MAX_RENDERER_TEXT_LENGTH, { error: `At most ${MAX_RENDERER_TEXT_LENGTH} characters` });

const rendererName = text.min(1, { error: "Enter a name" });

/** A trajectory has this member in its metadata, with this value unless that is empty. */
const rendererMatch = z.strictObject({
  key: text.min(1, { error: "Enter the key of the metadata" }),
  value: text,
});

export const renderer = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: it shows every trajectory. */
  match: rendererMatch.nullable(),
  /** Characters of its HTML. */
  size: z.number(),
  updatedAt: z.string(),
  /** Null when the user was removed. */
  updatedBy: z.string().nullable(),
});

export const rendererPlace = z.strictObject({ workspaceId: z.string() });

export const rendererById = rendererPlace.extend({ id: z.string() });

export const rendererSave = rendererPlace.extend({
  name: rendererName,
  match: rendererMatch.nullable(),
  html: z
    .string()
    .max(MAX_RENDERER_LENGTH, { error: `The file may have ${MAX_RENDERER_LENGTH / 1024} KiB` })
    .refine((html) => html.trim() !== "", { error: "The file is empty" }),
});
