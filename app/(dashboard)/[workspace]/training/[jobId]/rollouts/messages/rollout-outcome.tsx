import { KindGlyph } from "@/components/glyph/kind-glyph";
import { formatReward } from "@/lib/format/reward";
import { RewardEvidence } from "./reward-evidence";

type Named = readonly (readonly [name: string, value: string])[];

type RolloutOutcomeProps = {
  reward: number | null;
  /** The advantage with its figures; null if there is none. */
  advantage: string | null;
  metrics: Named;
  evidence: Named;
};

/** The reward of the trajectory with its reasons, its advantage, and the other metrics. */
export function RolloutOutcome({ reward, advantage, metrics, evidence }: RolloutOutcomeProps) {
  return (
    <div className="relative pr-3 pl-[35px]">
      <span className="absolute top-0.5 left-3.5 grid size-[13px] place-items-center bg-(--ground)">
        <KindGlyph kind="eval" className="size-3" />
      </span>
      <p className="text-small leading-4 font-medium">Reward {formatReward(reward)}</p>
      {advantage === null ? null : (
        <p className="mt-0.5 text-micro leading-4 text-ink-3 tabular-nums">advantage {advantage}</p>
      )}
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
      {evidence.map(([name, text]) => (
        <RewardEvidence key={name} name={name} text={text} />
      ))}
    </div>
  );
}
