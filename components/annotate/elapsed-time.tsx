"use client";

import { useEffect, useState } from "react";
import type { ActiveClock } from "@/lib/client/active-clock";
import { activeTime } from "./words";

/** Active time on this sample; it pauses while the annotator is idle. */
export function ElapsedTime({ clock }: { clock: ActiveClock }) {
  const [ms, setMs] = useState(() => clock.totalOfAll(performance.now()));
  useEffect(() => {
    const timer = window.setInterval(() => setMs(clock.totalOfAll(performance.now())), 1000);
    return () => window.clearInterval(timer);
  }, [clock]);
  return (
    <span className="text-small text-soft" title="Time at work on this sample">
      {activeTime(ms)}
    </span>
  );
}
