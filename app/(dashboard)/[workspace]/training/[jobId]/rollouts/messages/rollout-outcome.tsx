import { KindGlyph } from "@/components/glyph/kind-glyph";
import { formatReward } from "@/lib/format/reward";

type RolloutOutcomeProps = { reward: number | null; metrics: readonly (readonly [name: string, value: string])[] };

/** The reward of the trajectory and its other metrics. */
export function RolloutOutcome({ reward, metrics }: RolloutOutcomeProps) {
  return (
    <div className="relative pr-3 pl-[35px]">
      <span className="absolute top-0.5 left-3.5 grid size-[13px] place-items-center bg-(--ground)">
        <KindGlyph kind="eval" className="size-3" />
      </span>
      <p className="text-small leading-4 font-medium">Reward {formatReward(reward)}</p>
      {metrics.length === 0 ? null : (
        <dl className="mt-0.5 text-code leading-4 text-ink-2 [overflow-wrap:anywhere]">
          {metrics.map(([name, value]) => (
            <div key={name}>
              <dt className="inline text-ink-3">{name} </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
