import { Field } from "../ui/field";
import { Input } from "../ui/input";

/** A budget as typed; empty means none. */
export interface BudgetText {
  budgetUsd: string;
  budgetTokens: string;
}

const amountOf = (text: string) => (text.trim() === "" ? undefined : Number(text));
const isAmount = (value: number | undefined) => value === undefined || (Number.isFinite(value) && value > 0);

/** The typed budget as numbers, undefined without a budget, and any error. */
export function readBudget(typed: BudgetText) {
  const budgetUsd = amountOf(typed.budgetUsd);
  const budgetTokens = amountOf(typed.budgetTokens);
  const problems = {
    budgetUsd: isAmount(budgetUsd) ? undefined : "An amount above 0.",
    budgetTokens: isAmount(budgetTokens) ? undefined : "A number above 0.",
  };
  return { budgetUsd, budgetTokens, problems };
}

interface BudgetFieldsProps {
  typed: BudgetText;
  onChange: (change: Partial<BudgetText>) => void;
  hints: { budgetUsd: string; budgetTokens: string };
  /** False if no prices are known, so that only tokens can be limited. */
  inDollars?: boolean;
}

/** How much a run may spend. */
export function BudgetFields({ typed, onChange, hints, inDollars = true }: BudgetFieldsProps) {
  const { problems } = readBudget(typed);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {inDollars && (
        <Field label="Budget in dollars" hint={hints.budgetUsd} error={problems.budgetUsd}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              placeholder="no limit"
              value={typed.budgetUsd}
              onChange={(event) => onChange({ budgetUsd: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Budget in tokens" hint={hints.budgetTokens} error={problems.budgetTokens}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            placeholder="no limit"
            value={typed.budgetTokens}
            onChange={(event) => onChange({ budgetTokens: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
