/** The demo's people whom the sign-in page offers. All share one password, because the demo has nothing to protect. */
export const demoSignIns = {
  password: 'kitroom-demo',
  items: [
    { email: 'client.admin@northgate.test', label: 'Client Manager, Northgate Facilities' },
    { email: 'site.admin@northgate.test', label: 'Site Manager, Northgate Facilities' },
    { email: 'manager@northgate.test', label: 'Department Manager, Northgate Facilities' },
    { email: 'self.order@northgate.test', label: 'Employee, Self Order, Northgate Facilities' },
    { email: 'employee@northgate.test', label: 'Employee, Northgate Facilities' },
    { email: 'client.admin@harbour.test', label: 'Client Manager, Harbour Care' },
    { email: 'super@kitroom.test', label: 'Super User' },
    { email: 'warehouse@kitroom.test', label: 'Warehouse' },
    { email: 'embroiderer@kitroom.test', label: 'Embroiderer' },
  ],
};
