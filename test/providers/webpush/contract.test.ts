import { describeNodeContract, describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('webpush');
describeThreadedContract('webpush');
describeNodeContract('webpush');
