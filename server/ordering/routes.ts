import { Hono } from 'hono';
import { z } from 'zod';
import {
  addEmployeesInput,
  declineInput,
  lineChange,
  newLines,
  newOfficeLine,
  officeLineChange,
  officeOrder,
  orderChangeInput,
  splitInput,
  startOrderForInput,
  startOrderInput,
  successorChoice,
} from '../../shared/ordering/order-input.ts';
import { pageSchema, queryFlag } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { matchingOrders, matchingSchema } from '../order-queries/export-view.ts';
import { fulfilmentOf, fulfilmentSchema } from '../order-queries/fulfilment-queries.ts';
import { lineSchema } from '../order-queries/line-queries.ts';
import { officeTimelineOf, officeTimelineSchema } from '../order-queries/office-timeline-queries.ts';
import { adminOrderQuery, adminOrders, clientOrderQuery, clientOrders, orderCounts, orderCountsSchema } from '../order-queries/order-lists.ts';
import { orderQuery, orderView } from '../order-queries/order-queries.ts';
import { orderListItemSchema, orderSchema } from '../order-queries/order-view.ts';
import { timelineOf, timelineSchema } from '../order-queries/timeline-queries.ts';
import { waitingForMe, waitingSchema } from '../order-queries/waiting-queries.ts';
import { addLines } from './add-lines.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeLine } from './change-line.ts';
import { changeOfficeOrder, officeOrderChange, officeOrderResult } from './change-office-order.ts';
import { changeOrder } from './change-order.ts';
import { declineRequest, withdrawRequest } from './decline-request.ts';
import { deleteLine, deleteLines, linesQuery, removeProduct } from './delete-line.ts';
import { deleteAnyOrder, deleteOrder } from './delete-order.ts';
import { linesOfWearer } from './lines-of-wearer.ts';
import { addOfficeLine, changeOfficeLine, officeLine } from './office-lines.ts';
import { budgetsOf, orderBudgetSchema } from './order-budgets.ts';
import { addEmployees, removeEmployee } from './order-employees.ts';
import { orderSuccessor } from './order-successor.ts';
import { askableProductSchema, productSearchQuery, searchProducts } from './product-search.ts';
import { reorder, reorderQuery, reorderSchema } from './reorder.ts';
import { restoreOrder } from './restore-order.ts';
import { withReviewFields } from './review-fields.ts';
import { splitOrder, splitSchema } from './split-order.ts';
import { startedSchema, startOrder, startOrderFor } from './start-order.ts';
import { unavailableLineSchema, unavailableLines } from './unavailable-lines.ts';
import { undoSplit } from './undo-split.ts';
import { updateOrder } from './update-order.ts';
import { wearerProducts, wearerProductsQuery, wearerProductsSchema } from './wearer-products.ts';
import { whyProduct, whySchema } from './why-product.ts';

const id = z.coerce.number().int().positive();
const unavailableQuery = z.object({ delivery_site_id: id.optional() });
const employeeParam = uuidParam.extend({ employeeId: id });
const lineParam = uuidParam.extend({ lineId: id });
const productParam = uuidParam.extend({ productId: id });
const deleted = z.object({ deleted: z.array(z.int()) });
const submitQuery = z.object({ submitted: queryFlag.optional(), overBudget: queryFlag.optional() });
const lines = z.object({ lines: z.array(lineSchema) });

export const orderRoutes = new Hono<Env>()
  .get(
    '/',
    signedIn,
    describe('Orders that the caller has access to', pageSchema(orderListItemSchema), 'ordering'),
    valid('query', clientOrderQuery),
    async (c) => c.json(await clientOrders(reading(c), c.req.valid('query'))),
  )
  .post('/', signedIn, describe('Start an order', startedSchema, 'ordering', { status: 201 }), valid('json', startOrderInput), async (c) =>
    c.json(await runCommand(c, (ctx) => startOrder(ctx, c.req.valid('json').employees), 201), 201),
  )
  .get(
    '/waiting',
    signedIn,
    describe('What waits for a client’s person: requests, sizes, drafts, parcels, returns and notices', waitingSchema, 'ordering'),
    async (c) => c.json(await waitingForMe(reading(c))),
  )
  .get('/:uuid', signedIn, describe('One order', orderSchema, 'ordering'), valid('param', uuidParam), valid('query', orderQuery), async (c) =>
    c.json(await orderView(reading(c), c.req.valid('param').uuid)),
  )
  .put(
    '/:uuid',
    signedIn,
    describe('Set delivery details, submit, or request approval', orderSchema, 'ordering'),
    valid('param', uuidParam),
    valid('query', submitQuery),
    valid('json', orderChangeInput),
    async (c) => {
      const { uuid } = c.req.valid('param');
      const query = c.req.valid('query');
      return c.json(await runCommand(c, (ctx) => withReviewFields(c.req.valid('json'), query, (change) => changeOrder(ctx, uuid, change, query))));
    },
  )
  .delete(
    '/:uuid',
    signedIn,
    describe('Delete a draft', z.object({ uuid: z.string(), deleted: z.literal(true) }), 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await runCommand(c, (ctx) => deleteOrder(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/restore',
    signedIn,
    describe('Restore a draft that the caller has just deleted', orderSchema, 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await runCommand(c, (ctx) => restoreOrder(ctx, c.req.valid('param').uuid))),
  )
  .post('/:uuid/cancel', signedIn, describe('Cancel a submitted order', orderSchema, 'ordering'), valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => cancelOrder(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/decline',
    signedIn,
    describe('Decline a request with a reason', orderSchema, 'ordering'),
    valid('param', uuidParam),
    valid('json', declineInput),
    async (c) => c.json(await runCommand(c, (ctx) => declineRequest(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  )
  .post('/:uuid/withdraw', signedIn, describe('Withdraw the caller’s request', orderSchema, 'ordering'), valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => withdrawRequest(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/reorder',
    signedIn,
    describe('Start a draft with the lines of an earlier order, or with those of one wearer', reorderSchema, 'ordering', { status: 201 }),
    valid('param', uuidParam),
    valid('query', reorderQuery),
    async (c) => {
      const { employee_id } = c.req.valid('query');
      return c.json(await runCommand(c, (ctx) => reorder(ctx, c.req.valid('param').uuid, employee_id), 201), 201);
    },
  )
  .post(
    '/:uuid/split',
    signedIn,
    describe('Move the wearers of a draft who work at other sites to new drafts, one for each site', splitSchema, 'ordering', { status: 201 }),
    valid('param', uuidParam),
    valid('json', splitInput),
    async (c) => c.json(await runCommand(c, (ctx) => splitOrder(ctx, c.req.valid('param').uuid, c.req.valid('json').version), 201), 201),
  )
  .post(
    '/:uuid/split/undo',
    signedIn,
    describe('Put the drafts of the caller’s last split back on the order', orderSchema, 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await runCommand(c, (ctx) => undoSplit(ctx, c.req.valid('param').uuid))),
  )
  .get(
    '/:uuid/timeline',
    signedIn,
    describe('The history of an order: who did what, and when', timelineSchema, 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await timelineOf(reading(c), c.req.valid('param').uuid)),
  )
  .get(
    '/:uuid/budgets',
    signedIn,
    describe('The budgets an order is charged to', z.object({ items: z.array(orderBudgetSchema) }), 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await budgetsOf(reading(c), c.req.valid('param').uuid)),
  )
  .get(
    '/:uuid/unavailable-lines',
    signedIn,
    describe('The lines that cannot be submitted, for the order’s site or another', z.object({ items: z.array(unavailableLineSchema) }), 'ordering'),
    valid('param', uuidParam),
    valid('query', unavailableQuery),
    async (c) => c.json(await unavailableLines(reading(c), c.req.valid('param').uuid, c.req.valid('query').delivery_site_id)),
  )
  .post(
    '/:uuid/employees',
    signedIn,
    describe('Add wearers to an order', orderSchema, 'ordering'),
    valid('param', uuidParam),
    valid('json', addEmployeesInput),
    async (c) => c.json(await runCommand(c, (ctx) => addEmployees(ctx, c.req.valid('param').uuid, c.req.valid('json').employees))),
  )
  .delete(
    '/:uuid/employees/:employeeId',
    signedIn,
    describe('Remove a wearer from an order', orderSchema, 'ordering'),
    valid('param', employeeParam),
    async (c) => {
      const { uuid, employeeId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => removeEmployee(ctx, uuid, employeeId)));
    },
  )
  .get(
    '/:uuid/employees/:employeeId/lines',
    signedIn,
    describe('The lines of one wearer', lines, 'ordering'),
    valid('param', employeeParam),
    async (c) => {
      const { uuid, employeeId } = c.req.valid('param');
      return c.json(await linesOfWearer(reading(c), uuid, employeeId));
    },
  )
  .post(
    '/:uuid/employees/:employeeId/lines',
    signedIn,
    describe('Order products for one wearer', lines, 'ordering', { status: 201 }),
    valid('param', employeeParam),
    valid('json', newLines),
    async (c) => {
      const { uuid, employeeId } = c.req.valid('param');
      const { lines, force_over_budget_order } = c.req.valid('json');
      return c.json(await runCommand(c, (ctx) => addLines(ctx, uuid, employeeId, lines, force_over_budget_order), 201), 201);
    },
  )
  .put(
    '/:uuid/employees/:employeeId/lines/:lineId',
    signedIn,
    describe('Change a line of one wearer', lineSchema, 'ordering'),
    valid('param', employeeParam.extend({ lineId: id })),
    valid('json', lineChange),
    async (c) => {
      const { uuid, employeeId, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeLine(ctx, uuid, lineId, c.req.valid('json'), employeeId)));
    },
  )
  .put(
    '/:uuid/lines/:lineId',
    signedIn,
    describe('Change a line: size, quantity, notes, decoration, budget', lineSchema, 'ordering'),
    valid('param', lineParam),
    valid('json', lineChange),
    async (c) => {
      const { uuid, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeLine(ctx, uuid, lineId, c.req.valid('json'))));
    },
  )
  .post(
    '/:uuid/lines/:lineId/successor',
    signedIn,
    describe('Order the successor of a discontinued product in its place', lineSchema, 'ordering'),
    valid('param', lineParam),
    valid('json', successorChoice),
    async (c) => {
      const { uuid, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => orderSuccessor(ctx, uuid, lineId, c.req.valid('json'))));
    },
  )
  .delete('/:uuid/lines/:lineId', signedIn, describe('Remove a line from an order', deleted, 'ordering'), valid('param', lineParam), async (c) => {
    const { uuid, lineId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => deleteLine(ctx, uuid, lineId)));
  })
  .delete(
    '/:uuid/lines',
    signedIn,
    describe('Remove several lines from an order', deleted, 'ordering'),
    valid('param', uuidParam),
    valid('query', linesQuery),
    async (c) => c.json(await runCommand(c, (ctx) => deleteLines(ctx, c.req.valid('param').uuid, c.req.valid('query').ids))),
  )
  .delete(
    '/:uuid/products/:productId',
    signedIn,
    describe('Remove a product from an order for all its wearers', deleted, 'ordering'),
    valid('param', productParam),
    async (c) => {
      const { uuid, productId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => removeProduct(ctx, uuid, productId)));
    },
  );
export type OrderRoutes = typeof orderRoutes;

export const adminOrderRoutes = new Hono<Env>()
  .get('/', signedIn, describe('All clients’ orders', pageSchema(orderListItemSchema), 'ordering'), valid('query', adminOrderQuery), async (c) =>
    c.json(await adminOrders(reading(c), c.req.valid('query'))),
  )
  .get(
    '/matching',
    signedIn,
    describe('The ids of all orders of a view, over all its pages', matchingSchema, 'ordering'),
    valid('query', adminOrderQuery),
    async (c) => c.json(await matchingOrders(reading(c), c.req.valid('query'))),
  )
  .get(
    '/counts',
    signedIn,
    describe('The number of orders of a view in each stage, whichever stage the view shows', orderCountsSchema, 'ordering'),
    valid('query', adminOrderQuery),
    async (c) => c.json(await orderCounts(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:uuid/fulfilment',
    signedIn,
    describe('The shipments, short picks and returns of an order', fulfilmentSchema, 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await fulfilmentOf(reading(c), c.req.valid('param').uuid)),
  )
  .get(
    '/:uuid/timeline',
    signedIn,
    describe('The history of an order for the office, and its open stock checks', officeTimelineSchema, 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await officeTimelineOf(reading(c), c.req.valid('param').uuid)),
  )
  .post(
    '/',
    signedIn,
    describe('Start an order for an account', startedSchema, 'ordering', { status: 201 }),
    valid('json', startOrderForInput),
    async (c) => c.json(await runCommand(c, (ctx) => startOrderFor(ctx, c.req.valid('json')), 201), 201),
  )
  .put(
    '/:uuid',
    signedIn,
    describe('Submit, hold, un-allocate, send back, or change an order', officeOrderResult, 'ordering'),
    valid('param', uuidParam),
    valid('json', officeOrderChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeOfficeOrder(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  )
  .put(
    '/:uuid/update',
    signedIn,
    describe('Change an order’s details', orderSchema, 'ordering'),
    valid('param', uuidParam),
    valid('json', officeOrder),
    async (c) => c.json(await runCommand(c, (ctx) => updateOrder(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  )
  .delete(
    '/:uuid',
    signedIn,
    describe('Delete an order', z.object({ uuid: z.string(), deleted: z.literal(true) }), 'ordering'),
    valid('param', uuidParam),
    async (c) => c.json(await runCommand(c, (ctx) => deleteAnyOrder(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/lines',
    signedIn,
    describe('Add a line', lineSchema, 'ordering', { status: 201 }),
    valid('param', uuidParam),
    valid('json', newOfficeLine),
    async (c) => c.json(await runCommand(c, (ctx) => addOfficeLine(ctx, c.req.valid('param').uuid, c.req.valid('json')), 201), 201),
  );

export type AdminOrderRoutes = typeof adminOrderRoutes;

export const adminOrderLineRoutes = new Hono<Env>()
  .get('/:id', signedIn, describe('One order line', lineSchema, 'ordering'), valid('param', idParam), async (c) =>
    c.json(await officeLine(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change an order line', lineSchema, 'ordering'),
    valid('param', idParam),
    valid('json', officeLineChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeOfficeLine(ctx, c.req.valid('param').id, c.req.valid('json')))),
  );
export type AdminOrderLineRoutes = typeof adminOrderLineRoutes;

/** The routes with which a caller orders for the person whose id is in the URL. */
export const wearerProductRoutes = new Hono<Env>()
  .get(
    '/:id/products',
    signedIn,
    describe('The products a wearer may order', wearerProductsSchema, 'catalogue'),
    valid('param', idParam),
    valid('query', wearerProductsQuery),
    async (c) => c.json(await wearerProducts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/product-search',
    signedIn,
    describe('Products about which one can ask whether a wearer may have them', pageSchema(askableProductSchema), 'catalogue'),
    valid('param', idParam),
    valid('query', productSearchQuery),
    async (c) => c.json(await searchProducts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/products/:productId/why',
    signedIn,
    describe('Why a wearer may have a product, or may not', whySchema, 'catalogue'),
    valid('param', idParam.extend({ productId: id })),
    async (c) => {
      const { id: employee_id, productId } = c.req.valid('param');
      return c.json(await whyProduct(reading(c), employee_id, productId));
    },
  );
export type WearerProductRoutes = typeof wearerProductRoutes;
