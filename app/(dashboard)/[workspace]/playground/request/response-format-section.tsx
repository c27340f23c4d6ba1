import { Check } from "lucide-react";
import { columnOf, withParameter } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { parameterText } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { formatWarnings } from "@/app/(dashboard)/[workspace]/playground/form/check-shape";
import { JsonBox } from "@/app/(dashboard)/[workspace]/playground/form/json-box";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { Segmented } from "@/components/form/segmented";
import { RESPONSE_FORMAT } from "@/lib/completion/parameters";
import { parseParameterJson } from "@/lib/completion/read-parameter";

const SCHEMA_EXAMPLE = `{
  "type": "json_schema",
  "json_schema": {
    "name": "reply",
    "strict": true,
    "schema": {
      "type": "object",
      "additionalProperties": false,
      "required": ["say", "options"],
      "properties": {
        "say": { "type": "string" },
        "options": { "type": "array", "items": { "type": "string" } }
      }
    }
  }
}`;

const formats = ["unset", "text", "json_object", "json_schema", "other"] as const;

type Format = (typeof formats)[number];

const FORMAT_TEMPLATES: Readonly<Record<Exclude<Format, "other">, string>> = {
  unset: "",
  text: '{ "type": "text" }',
  json_object: '{ "type": "json_object" }',
  json_schema: SCHEMA_EXAMPLE,
};

/** Selects whether the answer is text, any JSON, or JSON of a schema. */
export function ResponseFormatSection({ playground }: { playground: ScopedEditing }) {
  const { draft, scope, change } = playground;
  const text = parameterText(draft, columnOf(draft, scope), RESPONSE_FORMAT);
  const reading = parseParameterJson(text, "object");
  const format = text.trim() === "" ? "unset" : formatOf(reading.kind === "value" ? reading.value : null);
  const warnings = reading.kind === "value" ? formatWarnings(reading.value) : [];
  const set = (next: string) => change((before) => withParameter(before, scope, RESPONSE_FORMAT, next));
  return (
    <section aria-label="Response format">
      <SectionHead title="Response format">
        <Segmented
          label="Response format"
          size="small"
          className="mr-1"
          value={format}
          segments={[
            { value: "unset", label: "default" },
            { value: "text", label: "text" },
            { value: "json_object", label: "object" },
            { value: "json_schema", label: "schema" },
          ]}
          onChange={(next) => {
            if (next !== "other") set(FORMAT_TEMPLATES[next]);
          }}
        />
      </SectionHead>
      {format === "unset" || format === "text" || format === "json_object" ? null : (
        <div className="pr-3 pb-3 pl-4">
          <JsonBox
            label="Response format as JSON"
            value={text}
            error={reading.kind === "broken" ? reading.message : null}
            warnings={warnings}
            example={SCHEMA_EXAMPLE}
            onChange={set}
          />
          {reading.kind === "value" && warnings.length === 0 ? (
            <p className="flex items-center gap-1 text-micro text-ok">
              <Check size={12} strokeWidth={2} aria-hidden="true" />
              Valid schema
            </p>
          ) : null}
        </div>
      )}
    </section>
  );
}

function formatOf(value: unknown): Format {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : null;
  return formats.find((candidate) => candidate === type) ?? "other";
}
