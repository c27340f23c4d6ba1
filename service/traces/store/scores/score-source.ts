import { splitPath } from "@/service/traces/store/expression/json-path";

/** Who writes a score: a scorer program, a person by an annotation, a person's reaction, or a client's own type. */
type ScoreSource = "scorer" | "annotation" | "reaction" | "feedback";

const SCORER_PREFIX = "wandb.runnable.";
const ANNOTATION_PREFIX = "wandb.annotation.";
const REACTION_TYPE = "wandb.reaction.1";
/** Notes are texts for people, not scores. */
export const NOTE_TYPE = "wandb.note.1";
/** The name of the score that reactions are. */
const REACTION_NAME = "reaction";

/** Where the values of a score are: in the payload of feedback of a type, at a path. */
export interface ScorePlace {
  readonly type: string;
  readonly path: readonly string[];
}

const FIELD = /^score\.(.+?)(?:@(scorer|annotation|reaction|feedback))?$/s;

/** True for the name of a score among the fields of calls, such as `score.reward`. */
export function isScoreField(path: string): boolean {
  return path.startsWith("score.");
}

/**
 * Returns the places that `score.NAME` or `score.NAME@SOURCE` names. A type may contain dots, and a score may be a
 * member of what a scorer returned, so every division of the name is a place.
 * @throws InvalidRequestError for an empty name or an empty part
 */
export function placesOfScore(field: string): readonly ScorePlace[] {
  const [, name = "", source] = FIELD.exec(field) ?? [];
  const parts = splitPath(name);
  const isOf = (candidate: ScoreSource) => source === undefined || source === candidate;
  const places: ScorePlace[] = [];
  for (let length = parts.length; length >= 1; length -= 1) {
    const type = parts.slice(0, length).join(".");
    const rest = parts.slice(length);
    if (isOf("scorer")) places.push({ type: `${SCORER_PREFIX}${type}`, path: ["output", ...rest] });
    if (isOf("annotation")) places.push({ type: `${ANNOTATION_PREFIX}${type}`, path: ["value", ...rest] });
    if (isOf("feedback") && type !== NOTE_TYPE && type !== REACTION_TYPE) {
      places.push({ type, path: ["value", ...rest] });
      if (rest.length > 0) places.push({ type, path: rest });
    }
  }
  if (isOf("reaction") && name === REACTION_NAME) places.push({ type: REACTION_TYPE, path: ["emoji"] });
  return places;
}

/** The part of a payload that holds the values of a type. */
export const SCORE_VALUE_SQL = `multiIf(startsWith(feedback_type, '${SCORER_PREFIX}'), JSONExtractRaw(payload, 'output'),
      startsWith(feedback_type, '${ANNOTATION_PREFIX}'), JSONExtractRaw(payload, 'value'),
      feedback_type = '${REACTION_TYPE}', JSONExtractRaw(payload, 'emoji'),
      JSONHas(payload, 'value'), JSONExtractRaw(payload, 'value'), payload)`;

/** The name of a score whose value is not a member of what was stored, and who writes it; see {@link scoreNameOf}. */
export const SCORE_NAME_SQL = `multiIf(startsWith(feedback_type, '${SCORER_PREFIX}'), substring(feedback_type, ${SCORER_PREFIX.length + 1}),
      startsWith(feedback_type, '${ANNOTATION_PREFIX}'), substring(feedback_type, ${ANNOTATION_PREFIX.length + 1}),
      feedback_type = '${REACTION_TYPE}', '${REACTION_NAME}', toString(feedback_type))`;
export const SCORE_SOURCE_SQL = `multiIf(startsWith(feedback_type, '${SCORER_PREFIX}'), 'scorer',
      startsWith(feedback_type, '${ANNOTATION_PREFIX}'), 'annotation', feedback_type = '${REACTION_TYPE}', 'reaction', 'feedback')`;

/** Returns the name of a score by its type and member; the inverse of `placesOfScore`. */
export function scoreNameOf(type: string, member: string): string {
  if (type.startsWith(SCORER_PREFIX)) return `${type.slice(SCORER_PREFIX.length)}${member}`;
  if (type.startsWith(ANNOTATION_PREFIX)) return `${type.slice(ANNOTATION_PREFIX.length)}${member}`;
  if (type === REACTION_TYPE) return REACTION_NAME;
  return `${type}${member}`;
}

/** Returns who writes feedback of a type. */
export function sourceOfType(type: string): ScoreSource {
  if (type.startsWith(SCORER_PREFIX)) return "scorer";
  if (type.startsWith(ANNOTATION_PREFIX)) return "annotation";
  return type === REACTION_TYPE ? "reaction" : "feedback";
}
