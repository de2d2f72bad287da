import { Children, type ReactNode } from "react";
import type { PlanProblem } from "@/lib/domain/study-plan";
import { cn } from "../ui/cn";

interface ChoiceRowProps {
  label: string;
  /** Of this choice; each is written under it. */
  problems?: readonly PlanProblem[];
  children: ReactNode;
}

/** Words no longer than this fit beside their control. */
const shortWords = 22;

/** Controls as they are, and long words between them so that they wrap beside the control; by themselves they would all go to the line below it. */
function sentence(children: ReactNode): ReactNode[] {
  const parts: ReactNode[] = [];
  for (const child of Children.toArray(children)) {
    const before = parts.at(-1);
    if (typeof child === "string" && typeof before === "string") parts.splice(-1, 1, before + child);
    else parts.push(child);
  }
  return parts.map((part) =>
    typeof part === "string" && part.length > shortWords ? (
      <span key={part} className="min-w-0 grow basis-28">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** One line of the choices: its label, its controls, and what is wrong with it. */
export function ChoiceRow({ label, problems = [], children }: ChoiceRowProps) {
  return (
    <fieldset className="grid grid-cols-[5.75rem_minmax(0,1fr)] items-start gap-x-3">
      {/* A legend cannot be laid out in a grid. */}
      <legend className="sr-only">{label}</legend>
      <span aria-hidden className="pt-2 text-small text-soft">
        {label}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2 text-small text-soft">
        {sentence(children)}
        {problems.map(({ message, blocks }) => (
          <p key={message} className={cn("basis-full", blocks ? "text-removed" : "text-caution")}>
            {message}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
