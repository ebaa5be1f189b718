import { planNames, plans } from '@inkbear/contracts/plans';
import { Form, Input, Select } from 'antd/admin';
import { FieldPair } from '../../../kit/forms/admin-form.tsx';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { failedTexts, type NewUser, useCreateUser } from '../users.api.ts';

const emptyUser: NewUser = { email: '', password: '', firstName: '', lastName: '', plan: 'free' };
const planOptions = planNames.map((plan) => ({ value: plan, label: plans[plan].title }));

const isComplete = ({ email, password, firstName, lastName }: NewUser): boolean =>
  [email, password, firstName, lastName].every((value) => value.trim() !== '');

export function CreateUserDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateUser();
  return (
    <FormDialog
      isOpen={isOpen}
      title="Create user"
      initialValues={emptyUser}
      draft={{ name: 'user', secrets: ['password'] }}
      mutation={create}
      onSubmit={create.mutate}
      failedText={failedTexts.create}
      action="Create User"
      busy="Creating…"
      isComplete={isComplete}
      onClose={onClose}
    >
      {({ plan }) => (
        <>
          <FieldPair>
            <Form.Item name="firstName" label="First name" required>
              <Input name="firstName" autoComplete="off" />
            </Form.Item>
            <Form.Item name="lastName" label="Last name" required>
              <Input name="lastName" autoComplete="off" />
            </Form.Item>
          </FieldPair>
          <Form.Item name="email" label="Email" required>
            <Input type="email" name="email" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="password"
            label="Password"
            required
            extra="At least 6 characters. Share it with the user over a safe channel."
          >
            <Input type="password" name="password" autoComplete="new-password" />
          </Form.Item>
          <Form.Item
            name="plan"
            label="Plan"
            extra={plan === 'free' ? 'They can choose a plan themselves.' : 'Granted by you; nobody pays for it.'}
          >
            <Select options={planOptions} virtual={false} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
