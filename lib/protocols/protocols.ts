import type { Protocol } from "./protocol";
import type { UnitBrief } from "./step-by-step/messages";
import { stepByStep } from "./step-by-step/step-by-step";

/** The protocols by which a unit can be drafted. A new one is one folder and one line here. */
const unitProtocols: readonly Protocol<UnitBrief>[] = [stepByStep];

/** The protocol of that name, or null. */
export const findUnitProtocol = (name: string): Protocol<UnitBrief> | null =>
  unitProtocols.find((protocol) => protocol.name === name) ?? null;
