import { effectiveActions } from "./effective-actions";
import { type EvaluationLine, Fold, idsMadeBlind, type ReviewAction, type ReviewInput } from "./fold-actions";

/**
 * A unit as its actions so far leave it, to check the next action on, and then the one after that. The cost of a long history grows with its length and
 * not with its square: only an undo makes it be read again.
 */
export class UnitState {
  readonly madeBlind: ReadonlySet<string>;
  private readonly actions: ReviewAction[];
  private readonly ids: Set<string>;
  private readonly restOpen = new Map<string, ReadonlySet<string>>();
  private known: { fold: Fold; inForce: Set<string> } | null = null;

  constructor(private readonly input: ReviewInput) {
    this.actions = [...input.actions];
    this.ids = new Set(this.actions.map(({ id }) => id));
    this.madeBlind = idsMadeBlind(input);
  }

  has = (actionId: string): boolean => this.ids.has(actionId);

  /** Whether the action counts: neither undone, nor an undo that is undone. */
  isInForce = (actionId: string): boolean => this.read().inForce.has(actionId);

  lines = (): EvaluationLine[] => [...this.read().fold.lines.values()];

  score = (): number | null => this.read().fold.score;

  isAllowed = (score: number): boolean => this.read().fold.allowed.has(score);

  line = (id: string): EvaluationLine | undefined => this.read().fold.lines.get(id);

  add(action: ReviewAction): void {
    this.actions.push(action);
    this.ids.add(action.id);
    if (action.kind === "undo") this.known = null;
    else {
      this.known?.fold.apply(action);
      this.known?.inForce.add(action.id);
    }
  }

  private read(): { fold: Fold; inForce: Set<string> } {
    if (this.known !== null) return this.known;
    const { effective, inForce } = effectiveActions(this.actions);
    const fold = new Fold({ ...this.input, actions: this.actions }, this.restOpen);
    for (const action of effective) fold.apply(action);
    this.known = { fold, inForce: new Set(inForce) };
    return this.known;
  }
}
