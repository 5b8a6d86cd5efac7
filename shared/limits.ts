/** Field lengths, page sizes and waits that the server and the app use. Lengths in characters, waits in milliseconds. */
export const limits = {
  /** The orders of one cluster: the totes of one trolley. */
  cluster_orders: 12,
  client_po_reference_review: 50,
  client_po_reference: 100,
  cost_code: 100,
  contact_phone: 32,
  employee_number: 50,
  delivery_contact_phone: 64,
  decoration: 200,
  decoration_in_lists: 20,
  name: 120,
  email: 254,
  notes: 2000,
  /** The reason for impersonating somebody. */
  reason: 200,
  line_quantity: 9999,
  /** Saved addresses of one person. */
  saved_addresses: 100,
  /** Saved views of one person, of all lists together. */
  saved_views: 20,
  view_name: 60,
  /** The filters, sort order and columns of a saved view, as an address. */
  view: 1000,
  /** Lines of one order, and people whom it is for. */
  lines_per_order: 500,
  /** Order lines that one request may name. */
  order_lines: 2000,
  labels_per_bag: 100,
  /** Dispatches for which one request creates labels. */
  labelled_dispatches: 200,
  /** SKUs for which one request creates labels. */
  labelled_products: 500,
  /** Picking lists in one document. */
  picking_lists: 100,
  /** Orders that one request may dispatch. */
  dispatched_orders: 200,
  password_min: 10,
  password_max: 200,
  search_min: 2,
  search_wait: 250,
  allocation_wait: 500,
  postcode_search_min: 6,
  postcode_search_wait: 500,
  toast: 5000,
  /** Milliseconds in which a toast offers to undo what was done. */
  undo_toast: 8_000,
  page_cap: 100,
  page_cap_sites: 10_000,
  page_cap_clothing_sets: 500,
  people_page: 50,
  /** People that one answer to a request without a search lists. */
  listed_people: 1000,
  /** People that one bulk change may name. */
  bulk_people: 5000,
  catalogue_page: 48,
  product_search_page: 8,
  issued_page: 10,
  /** Open orders, and likewise open returns, on one page of a person's list. */
  wearer_orders_page: 10,
  /** Order lines in the list of the items that a person holds. */
  held_items: 500,
  changes_page: 10,
  /** Characters in total of a clothing set's decorations. */
  set_decorations: 4000,
  /** Products that one clothing set may hold, each SKU or whole style counted once. */
  set_products: 5000,
  set_people_page: 10,
  /** Styles that a search for products reads. */
  searched_styles: 20_000,
  styles_page: 15,
  /** Styles that a search suggests while somebody types. */
  offered_styles: 50,
  activity_page: 25,
  /** Styles and SKUs that one price change may name. */
  price_change_products: 50_000,
  /** Price changes on one page of their list. */
  price_changes_page: 25,
  /** Products that one request may name in its URL to ask whether they are in use. */
  products_at_once: 1000,
  /** Styles of one bulk change or export: as many as a search reads. */
  bulk_products: 20_000,
  /** SKUs of one style. */
  style_variations: 2000,
  imports_page: 15,
  import_bytes: 50 * 1024 * 1024,
  import_columns: 1000,
  import_header_row: 100,
  /** Characters of one cell. */
  import_cell: 10_000,
  sheet_name: 100,
  /** Cells that one request corrects. */
  import_fixes: 1000,
  /** If a file has no more rows than this, it is checked before the upload is answered. */
  import_checked_at_once: 5000,
  import_preview_rows: 5,
  /** Faults in an answer, and likewise entries of the log. The log file has all of them. */
  import_faults: 100,
  import_mappings: 500,
  api_tokens: 200,
  /** Rows of each list of a rollback in an answer. */
  import_rolled_back: 1000,
  /** An import that changes or archives fewer people than this needs no confirmation, even for a small client. */
  import_brake: 20,
  notifications_page: 5,
  notices_page: 100,
  notice_subject: 200,
  notice_accounts: 5000,
  notice_sites: 10_000,
  notice_bytes: 8 * 1024 * 1024,
  /** Downloads of a notice that its form lists. */
  notice_downloads: 200,
  sites_page: 10_000,
  admin_orders_page: 100,
  /** Orders that "select all" in a view selects. This is more than the office changes at once. */
  chosen_orders: 5000,
  orders_page: 25,
  returns_page: 25,
  substitutions: 200,
  /** Lines that one substitution may change. */
  substituted_lines: 2000,
  employee_roles_page: 100,
  /** People of an employee role on one page of its dialog. */
  role_people_page: 10,
  client_references: 500,
  budget_code: 50,
  supplier_code: 20,
  sku: 80,
  bin: 40,
  /** Characters of one part of a size, and of the name of a measure. */
  size: 20,
  /** Body measures of one size. */
  measures: 20,
  body_cm: 300,
  product_description: 10_000,
  /** Characters of a pasted text before it is converted, because HTML is longer than the text that remains. */
  pasted_text: 50_000,
  wear_months: 240,
  /** Items, points or pence of an allowance. */
  allowance: 1_000_000,
  /** Months of one period of an allowance. */
  allowance_period: 60,
  /** Months of service, of a first period, and until an instalment. */
  allowance_months: 600,
  /** Instalments or bands of an allowance. */
  allowance_steps: 20,
  /** Categories, styles or clothing sets that an allowance names. */
  allowance_covers: 500,
  allowances_page: 50,
  replacements_page: 50,
  rollouts_page: 50,
  /** People of one roll-out. */
  rollout_people: 10_000,
  /** Lines of all kits of one roll-out. */
  rollout_lines: 200,
  /** Times at which the people of a roll-out were asked or reminded. */
  rollout_mailings: 50,
  /** Rows that a preview names of each kind. */
  preview_rows: 100,
  /** Items that one request may replace: the lines of one order. */
  replaced_items: 500,
  /** Characters of the reason for an order that goes over an allowance, and for an extra. */
  excess_reason: 200,
  /** People that a preview of an allowance names. */
  allowance_preview: 100,
  /** Lines of a kit, and the styles of one line of which the wearer takes one. */
  kit_lines: 50,
  kit_choices: 20,
  /** Styles that a kit's search finds, and the SKUs that it reads for them. */
  kit_products: 50,
  kit_product_rows: 2000,
  /** People who start and are read at once, and on one page. */
  starters: 2000,
  starters_page: 50,
  leavers: 2000,
  leavers_page: 50,
  /** Grams, of one item or one bag. */
  weight_g: 100_000,
  /** Grams, of what bags or boxes are expected to weigh. */
  expected_weight_g: 10_000_000,
  stock_quantity: 10_000_000,
  suppliers_page: 50,
  website_texts: 500,
  website_text_id: 64,
  website_h1: 120,
  website_intro: 2000,
  website_filter: 120,
  /** Characters of a website text in the office’s table. */
  website_text_cut: 50,
  error_code: 60,
  error_code_description: 200,
  error_codes_page: 100,
  account_reference: 40,
  accounts_page: 100,
  /** Accounts on one page if a request asks for all accounts at once. */
  all_accounts: 5000,
  sku_prefix: 6,
  vat_number: 20,
  invoice_detail: 500,
  domain: 253,
  url: 500,
  terms: 10_000,
  /** Bytes of a data sheet, and characters of its name. */
  datasheet_bytes: 20 * 1024 * 1024,
  datasheet_name: 200,
  /** Bytes of an uploaded picture. */
  picture_bytes: 8 * 1024 * 1024,
  /** Characters of an uploaded picture that is sent as a data URL. */
  picture_text: 11_500_000,
  /** Records of each kind that the overview of an account names. */
  setup_names: 3,
  setup_managers: 6,
  setup_sites: 10,
  /** Open records of each kind that a response lists. */
  open_records: 100,
  lead_time_days: 365,
  payment_days: 365,
  /** Pence: the highest amount in any field. No order costs this much. */
  money: 100_000_000,
  /** Notes of one record in an answer. */
  comments: 100,
  shortfall_page: 100,
  /** SKUs that one request turns into purchase orders. */
  shortfall_products: 1000,
  supplier_returns_page: 100,
  purchase_orders_page: 100,
  purchase_order_lines: 500,
  purchase_order_reference: 60,
  /** Items of one line of a purchase order. */
  purchase_quantity: 100_000,
  delivery_note_number: 60,
  receipt_reason: 200,
  receipts_page: 20,
  supplier_return_lines: 500,
  supplier_return_reason: 200,
  /** Limits of scheduled reports: characters of one filter, recipients of one report, and reports on one page of the list. */
  filter_text: 200,
  report_recipients: 20,
  scheduled_reports_page: 25,
  fuzzy_threshold: 0.35,
  count_approval: 20,
  stuck_after_minutes: 60,
} as const;
