"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { type SignedIn, sessionQuery } from "@/lib/client/account";
import { sessionExpiry } from "@/lib/client/session-expiry";

const SignInBanner = onDemand(() => import("./sign-in-banner").then((file) => file.SignInBanner));

/**
 * When the session expires during work, asks for a new sign-in in place, so the page and its unsaved text stay.
 * `inFlow`: the banner takes room of its own at the top and so covers nothing. A visitor who was never signed in goes to the sign-in page instead.
 */
export function SignInAgain({ inFlow = false }: { inFlow?: boolean }) {
  const expired = useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.get, () => false);
  const session = useQuery({ ...sessionQuery(), refetchOnWindowFocus: false });
  const client = useQueryClient();
  // The last signed-in person, remembered after the session has expired.
  const [known, setKnown] = useState<SignedIn["user"] | null>(null);
  const user = session.data?.user;
  if (user !== undefined && user !== known) setKnown(user);
  const stranger = session.data === null && known === null;
  useEffect(() => {
    if (!stranger) return;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/sign-in?next=${encodeURIComponent(here)}`);
  }, [stranger]);
  useResumeAfterSignIn({ expired, email: known?.email, refetch: session.refetch });
  if (known === null || !(expired || session.data === null)) return null;
  return <SignInBanner inFlow={inFlow} email={known.email} onSignedIn={() => client.invalidateQueries()} />;
}

interface ResumeInput {
  expired: boolean;
  email: string | undefined;
  refetch: () => Promise<{ data: SignedIn | null | undefined }>;
}

/** A new sign-in of the same person in another tab ends the request here, at once or at the latest when this tab is returned to. */
function useResumeAfterSignIn({ expired, email, refetch }: ResumeInput): void {
  const look = useEffectEvent(async () => {
    const { data } = await refetch();
    if (data && data.user.email === email) sessionExpiry.clear();
  });
  useEffect(() => {
    if (!expired) return;
    const onReturn = () => void look();
    window.addEventListener("focus", onReturn);
    const stopListening = sessionExpiry.onSignInElsewhere(onReturn);
    return () => {
      window.removeEventListener("focus", onReturn);
      stopListening();
    };
  }, [expired]);
}
