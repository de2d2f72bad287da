import type { Metadata } from "next";
import { InstancePage } from "@/components/instance/instance-page";

export const metadata: Metadata = { title: "Instance" };

export default function Page() {
  return <InstancePage />;
}
