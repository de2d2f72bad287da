import type { Metadata } from "next";
import { MentionsPage } from "@/components/shell/mentions-page";

export const metadata: Metadata = { title: "Mentions of you" };

export default function Page() {
  return <MentionsPage />;
}
