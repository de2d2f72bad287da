import type { Metadata } from "next";
import { SignInPage } from "@/components/shell/sign-in-page";
import { signInWays } from "@/lib/auth/single-sign-on";
import { linkPreview } from "../../site-metadata";

export const generateMetadata = async (): Promise<Metadata> => ({ ...(await linkPreview()), title: "Sign in" });

type Given = string | string[] | undefined;
const one = (given: Given) => (typeof given === "string" ? given : null);

export default async function Page({ searchParams }: { searchParams: Promise<{ next?: Given; error?: Given; code?: Given }> }) {
  const { next, error, code } = await searchParams;
  return <SignInPage next={one(next)} ways={signInWays()} problem={one(error)} atCode={one(code) !== null} />;
}
