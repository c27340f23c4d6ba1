import { JsonViewer } from "@/components/json/json-viewer";

/** A payload under its wire name. */
export function PayloadSection({ label, value }: { label: "inputs" | "output"; value: unknown }) {
  return (
    <section className="border-t border-line pb-2 first:border-t-0">
      <h3 className="px-4 pt-2.5 pb-[5px] text-micro font-medium text-ink-3">{label}</h3>
      <JsonViewer label={label} value={value} />
    </section>
  );
}
