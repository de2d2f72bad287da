import type { Metadata } from "next";
import { DiscussionPage } from "@/components/review/discussion-page";

export const metadata: Metadata = { title: "Discussion" };

export default function Page() {
  return <DiscussionPage />;
}
