import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { longValues as long } from '../long-values.ts';

/** Gives the records in the server's database the longest allowed values. Some values have spaces at which a line can break, others have none. */
export function lengthenValues(data: string): void {
  const database = new Database(join(data, 'kitroom.db'));
  const set = (table: string, values: Record<string, string | number>, where = '1'): void => {
    const columns = Object.keys(values);
    database.prepare(`update ${table} set ${columns.map((name) => `${name} = ?`).join(', ')} where ${where}`).run(...Object.values(values));
  };
  const contact = { contact_name: long.person, contact_email: long.email, contact_phone: long.phone };
  const address = JSON.stringify({
    address_line_1: long.address,
    address_line_2: long.in_one_word,
    address_line_3: long.address,
    address_line_4: long.address,
    address_line_5: long.in_one_word,
    postcode: 'LS9 0PX',
  });
  database
    .transaction(() => {
      set('orders', {
        ...contact,
        client_po_reference: long.client_po_reference,
        cost_code: long.cost_code,
        customer_notes: long.notes,
        delivery_address: address,
      });
      set('orders', { client_po_reference: long.po_in_one_word }, 'id % 3 = 0');
      set('orders', { client_po_reference: long.po_of_16 }, 'id % 3 = 1');
      set(
        'users',
        {
          forenames: 'Wilhelmina Theodora Anastasia',
          surname: 'Featherstonehaugh-Cholmondeley-Marjoribanks of Llanfairpwllgwyngyll',
          contact_phone: long.phone.slice(0, 32),
        },
        'account_id is not null',
      );
      set('users', { forenames: 'Llan', surname: long.in_one_word.slice(0, 100) }, 'account_id is not null and id % 3 = 0');
      database
        .prepare(
          "update users set email = 'wearer' || id || '.' || ? where account_id is not null and email not like '%.admin@northgate.test' and email not like 'employee@northgate.test'",
        )
        .run(long.email);
      set('accounts', { ...contact, invoice_address: address });
      database.prepare("update accounts set name = substr(name || ', ' || ?, 1, 110)").run(long.company);
      database.prepare("update sites set name = substr(name || ', ' || ?, 1, 110)").run(long.site);
      set('sites', { ...contact, delivery_address: address, delivery_notification_email: long.email });
      database
        .prepare("update suppliers set name = substr(name || ', ' || ?, 1, 110), contact_name = ?, sales_email = ?, sales_phone = ?")
        .run(long.company, long.person, long.email, long.phone);
      database.prepare('update purchase_orders set our_reference = our_reference || ?').run(long.sku);
      set('purchase_orders', { ...contact, supplier_reference: long.in_one_word.slice(0, 60), public_notes: long.notes });
      database.prepare("update products set name = substr(name || ', ' || ?, 1, 110)").run(long.product);
      set('dispatches', { ...contact, delivery_address: address });
      set('order_lines', { product_name: long.product, decoration: long.decoration, notes: long.notes });
      set('order_lines', { unit_price: 1_234_567_890 }, 'id % 4 = 0');
      set('products', { price: long.money, cost: long.money }, 'id % 4 = 0');
      set('purchase_order_lines', { unit_price_tenths: 9_999_999_985 }, 'id % 4 = 0');
      set('employee_roles', { budget_value: long.money });
      set('notices', { name: long.product, subject: long.notes.slice(0, 200) });
    })
    .immediate();
  database.close();
}

/** The texts that contain one of the `parts` and are shortened by an ellipsis or an edge. */
export const shortenedTextsOf = (page: Page, parts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const shortened = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
      const { currentNode } = nodes;
      const [parent, text] = [currentNode.parentElement, currentNode.textContent ?? ''];
      if (!parent?.checkVisibility() || parent.closest('.sr, .head, script, style, option') || !wanted.some((part) => text.includes(part))) continue;
      range.selectNodeContents(currentNode);
      const rects = [...range.getClientRects()];
      for (let around: HTMLElement | null = parent; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const isOutX = overflowX === 'hidden' && rects.some(({ right }) => right > box.right + 1);
        const isOutY = overflowY === 'hidden' && rects.some(({ bottom }) => bottom > box.bottom + 3);
        if (isOutX || isOutY) shortened.add(text.trim().slice(0, 60));
      }
    }
    return [...shortened];
  }, parts);

/** Lists amounts of money that are broken over several lines, values that are shortened in their column, and values that lie on another field. */
export const valueFaultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
      const { currentNode } = nodes;
      const [parent, text] = [currentNode.parentElement, currentNode.textContent ?? ''];
      if (!parent || !text.trim() || parent.closest('.sr, .skip, .cut, script, style, option, svg') || !parent.checkVisibility()) continue;
      for (const amount of text.matchAll(/£[\d,]+(\.\d\d)?/g)) {
        range.setStart(currentNode, amount.index);
        range.setEnd(currentNode, amount.index + amount[0].length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) faults.add(`${amount[0]} is broken over ${tops.size} lines`);
      }
      range.selectNodeContents(currentNode);
      const rects = [...range.getClientRects()];
      const cell = parent.closest('td.num, .purchase-draft .purchase-total');
      const edge = cell ? cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight) : Number.POSITIVE_INFINITY;
      if (rects.some(({ right }) => right > edge + 1)) faults.add(`“${text.trim()}” is shortened in its column`);
      const field = parent.closest('.field');
      for (const control of field?.closest('.card')?.querySelectorAll('.field :is(input, select, textarea)') ?? []) {
        if (field?.contains(control)) continue;
        const box = control.getBoundingClientRect();
        const lies = rects.some(
          (rect) => rect.left < box.right - 3 && rect.right > box.left + 3 && rect.top < box.bottom - 5 && rect.bottom > box.top + 5,
        );
        if (lies) faults.add(`“${text.trim().slice(0, 40)}” lies on ${control.getAttribute('name')}`);
      }
    }
    return [...faults];
  });
