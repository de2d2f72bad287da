"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { type SignedIn, sessionQuery } from "@/lib/client/account";
import { sessionExpiry } from "@/lib/client/session-expiry";

const SignInDialog = onDemand(() => import("./sign-in-dialog").then((file) => file.SignInDialog));

/**
 * When the session ends under somebody's hands, asks them to sign in again in place: the page and what was typed in it stay.
 * Somebody who was never signed in is sent to the sign-in page instead.
 */
export function SignInAgain() {
  const expired = useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.get, () => false);
  const session = useQuery({ ...sessionQuery(), refetchOnWindowFocus: false });
  const client = useQueryClient();
  // Who was here, also after the server has forgotten the session.
  const [known, setKnown] = useState<SignedIn["user"] | null>(null);
  const user = session.data?.user;
  if (user !== undefined && user !== known) setKnown(user);
  const stranger = session.data === null && known === null;
  useEffect(() => {
    if (!stranger) return;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/sign-in?next=${encodeURIComponent(here)}`);
  }, [stranger]);
  if (known === null || !(expired || session.data === null)) return null;
  return <SignInDialog email={known.email} onSignedIn={() => client.invalidateQueries()} />;
}
