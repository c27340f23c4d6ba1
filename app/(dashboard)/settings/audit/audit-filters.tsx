import { Select } from "@/components/form/select";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { type AuditFilter, eventText, OUTCOME_LABELS, PERIOD_LABELS } from "./prepare-audit";
import { auditOutcomes, auditPeriods } from "./search-params";

type AuditFiltersProps = {
  filter: AuditFilter;
  choices: AppResultOf<"audit.choices">;
  onChange: (change: Partial<AuditFilter>) => void;
};

/** Replaces the empty string, which a select cannot have as a value. */
const ANY = "any";

const CONTROL_CLASS = "h-(--ctl-h-small) text-small max-md:h-8 max-md:min-w-0 max-md:flex-1 max-md:basis-[40%]";

/** Filters by user, event, outcome and time. A value selected in the URL stays available. */
export function AuditFilters({ filter, choices, onChange }: AuditFiltersProps) {
  const people = choices.people.map(({ id, name }) => ({ value: id, label: name }));
  const events = choices.events.map((event) => ({ value: event, label: eventText(event) }));
  const isKnownPerson = filter.person === "" || people.some(({ value }) => value === filter.person);
  const isKnownEvent = filter.event === "" || events.some(({ value }) => value === filter.event);
  return (
    <fieldset aria-label="Filters" className="flex flex-none flex-wrap gap-1.5 px-4 py-2 max-md:px-3">
      <Select
        label="User"
        className={CONTROL_CLASS}
        value={filter.person || ANY}
        options={[
          { value: ANY, label: "All users" },
          ...people,
          ...(isKnownPerson ? [] : [{ value: filter.person, label: filter.person }]),
        ]}
        onChange={(person) => onChange({ person: person === ANY ? "" : person })}
      />
      <Select
        label="Event"
        className={CONTROL_CLASS}
        value={filter.event || ANY}
        options={[
          { value: ANY, label: "All events" },
          ...events,
          ...(isKnownEvent ? [] : [{ value: filter.event, label: eventText(filter.event) }]),
        ]}
        onChange={(event) => onChange({ event: event === ANY ? "" : event })}
      />
      <Select
        label="Outcome"
        className={CONTROL_CLASS}
        value={filter.outcome}
        options={auditOutcomes.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Select
        label="Time"
        className={CONTROL_CLASS}
        value={filter.period}
        options={auditPeriods.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
        onChange={(period) => onChange({ period })}
      />
    </fieldset>
  );
}
