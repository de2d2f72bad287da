import { type FormEvent, useState } from "react";

/** Runs a form's request and tracks its error and pending state. */
export function useSubmit(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It could not be saved.");
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}
