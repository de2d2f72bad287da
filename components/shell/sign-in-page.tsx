"use client";

import { useQueryClient } from "@tanstack/react-query";
import { request } from "@/lib/client/request";
import { AccountCard } from "./account-card";
import { safeNext, startPage } from "./project-pages";
import { SignInForm } from "./sign-in-form";

/** Signs in, then opens the requested page or the start page. */
export function SignInPage({ next }: { next: string | null }) {
  const client = useQueryClient();
  const goOn = async () => {
    client.clear();
    const target = safeNext(next) ?? startPage((await request("listProjects", {})).items);
    // A full page load, so nothing of the previous user's stays in memory.
    window.location.assign(target);
  };
  return (
    <AccountCard title="Sign in" description="A judge drafts, people redline, researchers see how far they agree.">
      <SignInForm onSignedIn={goOn} />
      <p className="mt-6 text-small text-soft">
        No account, or forgot your password? An administrator of your project can give you a link to set one.
      </p>
    </AccountCard>
  );
}
