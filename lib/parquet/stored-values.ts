import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ColumnType } from "./column-type";

/** Values as the writer of files takes them: integers as `bigint`, JSON as its text. */
export class StoredValues {
  /** About how long the texts are that were returned. */
  length = 0;

  /** @param value one that was added to the shape whose type this is */
  of(value: unknown, type: ColumnType): unknown {
    if (value === null || value === undefined) return null;
    switch (type.kind) {
      case "integer":
        return BigInt(isLosslessNumber(value) ? value.value : (value as number));
      case "double":
        return Number(isLosslessNumber(value) ? value.value : value);
      case "text":
        this.length += (value as string).length;
        return value;
      case "json": {
        const text = stringifyJson(value);
        this.length += text.length;
        return text;
      }
      case "list":
        return (value as readonly unknown[]).map((item) => this.of(item, type.items));
      case "object":
        return Object.fromEntries(
          type.members.map((member) => [
            member.name,
            this.of(memberOf(value as Readonly<Record<string, unknown>>, member.name), member.type),
          ]),
        );
      default:
        return value;
    }
  }
}

const memberOf = (members: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(members, name) ? members[name] : null;
