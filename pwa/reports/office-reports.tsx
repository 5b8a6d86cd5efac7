import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { CostPerHead } from './cost-per-head.tsx';
import { CustomerShortfall } from './customer-shortfall.tsx';
import { InvoiceReport } from './invoice-report.tsx';
import { OrderReport } from './order-report.tsx';
import { PeopleReport } from './people-report.tsx';
import './reports.css';
import { RunList } from './run-list.tsx';
import { SalesReport } from './sales-report.tsx';
import { StockHolding } from './stock-holding.tsx';
import { SupplierShortfall } from './supplier-shortfall.tsx';

/** The office's reports, and those that were requested in this tab. */
export default function OfficeReports() {
  return (
    <Page
      title="Reports"
      actions={
        <ButtonLink to="/admin/scheduled-reports" look="quiet">
          Scheduled reports
        </ButtonLink>
      }
    >
      <div className="reports">
        <OrderReport />
        <StockHolding />
        <CustomerShortfall />
        <SupplierShortfall />
        <SalesReport />
        <InvoiceReport />
        <CostPerHead office />
        <PeopleReport name="allowances" office />
        <PeopleReport name="leavers" office />
        <RunList />
      </div>
    </Page>
  );
}
