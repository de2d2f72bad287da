"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { ActiveClock, idleAfterMs } from "@/lib/client/active-clock";
import { Outbox, type OutboxState } from "@/lib/client/outbox";
import { createOutboxStorage, lastingStore } from "@/lib/client/outbox-storage";
import { awaitRecovery, onRecovery } from "@/lib/client/recovery";
import { request } from "@/lib/client/request";
import { sessionExpiry } from "@/lib/client/session-expiry";
import { openJournal } from "@/lib/client/unit-journal";
import type { OpenedAssignment } from "@/lib/domain/assignment";

export interface OutboxHandle {
  outbox: Outbox;
  state: OutboxState;
  clock: ActiveClock;
}

/** The outbox and clock of an assignment while its page is open. */
export function useOutbox(opened: OpenedAssignment): OutboxHandle {
  const [{ outbox, clock }] = useState(() => create(opened));
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState, outbox.getState);
  useEffect(() => keepSending(outbox), [outbox]);
  useEffect(() => watchActivity(clock, outbox), [clock, outbox]);
  const unsaved = state.save !== "saved";
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  return { outbox, state, clock };
}

function create(opened: OpenedAssignment) {
  const storage = createOutboxStorage(opened.id, lastingStore());
  const leftOver = storage.read();
  const journals = opened.units.map((unit) => {
    const left = leftOver.get(unit.criterionId) ?? [];
    const known = new Set(unit.actions.map((action) => action.id));
    storage.remove(left.map((action) => action.id).filter((id) => known.has(id)));
    return [unit.criterionId, openJournal(unit.actions, left, unit.activeMs)] as const;
  });
  const outbox = new Outbox({
    units: Object.fromEntries(journals),
    storage,
    send: (body, options) => request("saveActions", { params: { assignmentId: opened.id }, body: { ...body, idleAfterMs } }, options),
    schedule: (ms, callback) => {
      const timer = window.setTimeout(callback, ms);
      return () => window.clearTimeout(timer);
    },
    random: Math.random,
  });
  const clock = new ActiveClock(Object.fromEntries(opened.units.map((unit) => [unit.criterionId, unit.activeMs])));
  return { outbox, clock };
}

/** Starts sending, and resumes as soon as the connection or the session is back. */
function keepSending(outbox: Outbox): () => void {
  const retry = () => outbox.retry();
  const signedIn = () => {
    if (!sessionExpiry.get() && outbox.getState().trouble?.kind === "signed-out") outbox.retry();
  };
  window.addEventListener("online", retry);
  const stopAwaiting = onRecovery(retry);
  const stopNoticing = outbox.subscribe(() => {
    if (outbox.getState().unreachable) awaitRecovery();
  });
  const stopWatching = sessionExpiry.subscribe(signedIn);
  outbox.start();
  return () => {
    window.removeEventListener("online", retry);
    stopAwaiting();
    stopNoticing();
    stopWatching();
  };
}

/** Reports each unit's active time to the server. */
export function noteTimes(clock: ActiveClock, outbox: Outbox): void {
  const now = performance.now();
  for (const criterionId of Object.keys(outbox.getState().units)) outbox.setActiveMs(criterionId, clock.total(criterionId, now));
}

/** Time counts while the page is visible, has the focus and gets input. */
function watchActivity(clock: ActiveClock, outbox: Outbox): () => void {
  const alive = () => {
    if (document.hasFocus()) clock.alive(performance.now());
  };
  const leave = () => {
    clock.pause(performance.now());
    noteTimes(clock, outbox);
    void outbox.flushTimes({ keepalive: true });
  };
  const onVisibility = () => (document.visibilityState === "visible" ? alive() : leave());
  const signs = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove", "focus"] as const;
  for (const sign of signs) window.addEventListener(sign, alive, { passive: true });
  window.addEventListener("blur", leave);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, alive);
    window.removeEventListener("blur", leave);
    document.removeEventListener("visibilitychange", onVisibility);
    leave();
  };
}
