import { expect, test } from 'vitest';
import { limits } from '../shared/limits.ts';

const MEGABYTE = 1024 * 1024;

test('page sizes, lengths, sizes of files and waits are those of the specification', () => {
  expect(limits).toMatchObject({
    styles_page: 15,
    activity_page: 25,
    page_cap: 100,
    admin_orders_page: 100,
    supplier_returns_page: 100,
    purchase_orders_page: 100,
    shortfall_page: 100,
    people_page: 50,
    decoration: 200,
    decoration_in_lists: 20,
    fuzzy_threshold: 0.35,
    allocation_wait: 500,
    notices_page: 100,
    error_codes_page: 100,
    sites_page: 10_000,
    page_cap_sites: 10_000,
    page_cap_clothing_sets: 500,
    search_min: 2,
    search_wait: 250,
    offered_styles: 50,
    postcode_search_min: 6,
    postcode_search_wait: 500,
    datasheet_bytes: 20 * MEGABYTE,
    datasheet_name: 200,
    notice_bytes: 8 * MEGABYTE,
    website_text_cut: 50,
    import_bytes: 50 * MEGABYTE,
    import_preview_rows: 5,
    import_checked_at_once: 5000,
    import_faults: 100,
    style_variations: 2000,
    lines_per_order: 500,
    listed_people: 1000,
  });
});
