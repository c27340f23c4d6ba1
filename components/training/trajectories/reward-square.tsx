const SIZE = 12;

/** A reward from 0 to 1: hollow, filled up to its height, or full. The number is shown next to it. */
export function RewardSquare({ value }: { value: number }) {
  const height = SIZE * Math.min(1, Math.max(0, value));
  return (
    <svg width={SIZE} height={SIZE} aria-hidden="true" className="mr-1.5 inline-block align-[-1px]">
      <rect
        x=".5"
        y=".5"
        width={SIZE - 1}
        height={SIZE - 1}
        rx="2"
        fill="var(--vat-0)"
        stroke={value >= 1 ? "var(--vat-7)" : "var(--line-input)"}
      />
      {height > 0 ? <rect y={SIZE - height} width={SIZE} height={height} rx="2" fill="var(--vat-7)" /> : null}
    </svg>
  );
}
