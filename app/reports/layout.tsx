import type { ReactNode } from "react";
import { AddressChoices } from "@/components/shell/address-choices";

export default function ReportsLayout({ children }: { children: ReactNode }) {
  return <AddressChoices>{children}</AddressChoices>;
}
