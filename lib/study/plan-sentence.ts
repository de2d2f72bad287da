import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent } from "@/lib/domain/study-plan";
import type { Allocation } from "./allocate";
import { isRating, type PlannedSlot } from "./planned-slot";

const armWords = { drafted: "with the draft", blind: "blind", "blind-then-drafted": "blind and then with the draft" } as const;

/** The plan in one or two sentences, computed from the allocation and never from the choices alone. */
export function planSentence(plan: PlanContent, { slots, samples, chances, shared, armOfSeat, byName }: Allocation): string {
  const ratings = slots.filter((slot) => slot.round === 0 && isRating(slot) && !slot.planted);
  const loads = range([...Array(plan.people).keys()].map((seat) => ratings.filter((slot) => slot.seat === seat).length));
  const people = plan.people === 1 ? "One annotator rates" : `Each of ${plan.people} annotators rates`;
  const perSample = range(
    [
      ...groupBy(
        ratings.filter((slot) => !shared.has(slot.sampleId)),
        (slot) => slot.sampleId,
      ).values(),
    ].map((own) => own.length),
  );
  const first = `${people} ${loads} ${loads === "1" ? "sample" : "samples"}${arms(
    plan,
    allocationShares(
      plan,
      ratings.map((slot) => slot.arm),
      armOfSeat,
    ),
  )}.`;
  const by =
    perSample === ""
      ? ""
      : `${samples.length === shared.size ? "" : `Every sample is rated by ${perSample} ${perSample === "1" ? "person" : "people"}`}`;
  const everyone = shared.size === 0 ? "" : `${by === "" ? "" : "; "}${shared.size} by everyone`;
  const repeats = slots.filter((slot) => slot.purpose === "repeat" && !slot.planted).length;
  const again = repeats === 0 ? "" : ` ${repeats} of the ratings are repeated later.`;
  const given = byName === 0 ? "" : ` ${byName} of the ratings ${byName === 1 ? "is" : "are"} given to people by name.`;
  const all = Object.values(chances ?? {}).length;
  const draw =
    chances === null || samples.length === all
      ? ""
      : ` These ${samples.length} of ${all} samples are drawn, more likely where judges differ.`;
  return `${first} ${by}${everyone}.${draw}${given}${again}`.replaceAll(" .", "") + hiddenSentence(plan, slots);
}

/** What annotators are not told of: drafts that are wrong on purpose, and samples with known answers. */
function hiddenSentence({ people }: PlanContent, slots: readonly PlannedSlot[]): string {
  const perPerson = (own: PlannedSlot[]) => range([...Array(people).keys()].map((seat) => own.filter((slot) => slot.seat === seat).length));
  const planted = slots.filter((slot) => slot.planted);
  const [gold, attention] = (["gold", "attention"] as const).map((purpose) => slots.filter((slot) => slot.purpose === purpose)) as [
    PlannedSlot[],
    PlannedSlot[],
  ];
  const wrong =
    planted.length === 0
      ? ""
      : ` ${planted.length} more ${planted.length === 1 ? "rating shows" : "ratings show"} a draft that is wrong on purpose, ${perPerson(planted)} a person.`;
  const parts = [
    ...(gold.length === 0 ? [] : [`${perPerson(gold)} with known answers`]),
    ...(attention.length === 0 ? [] : [`${perPerson(attention)} to check attention`]),
  ];
  return parts.length === 0 ? wrong : `${wrong} Hidden among each person's samples: ${parts.join(" and ")}.`;
}

/** Each arm's ratings, or, in the parallel design, its people. */
function allocationShares(plan: PlanContent, armsOfRatings: readonly number[], armOfSeat: readonly number[]): number[] {
  const of = plan.design === "parallel" ? armOfSeat : armsOfRatings;
  return plan.arms.map((_, arm) => of.filter((one) => one === arm).length);
}

function arms(plan: PlanContent, counts: readonly number[]): string {
  const words = plan.arms.map((one, index) => `${armWords[one.arm]}${sameArm(plan, one.arm) ? ` (arm ${index + 1})` : ""}`);
  if (plan.arms.length === 1) return `, ${words[0]}`;
  if (plan.design === "within") return `, first ${words[0]} and, ${hours(plan.washOutHours)} later or more, ${words[1]}`;
  const unit = plan.design === "parallel" ? "people" : "ratings";
  return `: ${words.map((word, index) => `${counts[index]} ${unit} ${word}`).join(", ")}`;
}

const sameArm = (plan: PlanContent, arm: PlanContent["arms"][number]["arm"]) => plan.arms.filter((one) => one.arm === arm).length > 1;
const hours = (n: number) => `${n} ${n === 1 ? "hour" : "hours"}`;

/** "3", or "3 to 4"; "" for none. */
function range(counts: readonly number[]): string {
  if (counts.length === 0) return "";
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} to ${most}`;
}
